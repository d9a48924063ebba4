// The API's errors as one type: RFC 9457 problem documents and network failures.

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail?: string;
  /** Stable; selects the Estonian message. */
  code: string;
  requestId?: string;
  errors?: { field: string; code: string }[];
  /** On `stale-revision`: the current state. */
  current?: unknown;
  /** On a refused deletion: the names of what uses the object. */
  usedBy?: string[];
};

/** Thrown for every response outside 2xx. `status` 0 means that there was no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(`${problem.status} ${problem.code}`);
    this.name = "ApiError";
    this.status = problem.status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get code(): string {
    return this.problem.code;
  }
}

export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/** Reads the problem document of a failed response; a body without one (a proxy's page) gets code `http`. */
export async function problemOf(response: Response): Promise<ApiError> {
  const retry = Number(response.headers.get("retry-after"));
  const retryAfter = Number.isFinite(retry) && retry > 0 ? retry : null;
  const { status, statusText } = response;
  const body = await response.json().catch(() => ({}));
  const fallback = { type: "about:blank", title: statusText, code: "http" };
  return new ApiError({ ...fallback, ...(body as Partial<Problem>), status }, retryAfter);
}

/** For a missing thing that the client knows of itself; the screen's boundary shows 404. */
export function notFound(what: string): ApiError {
  return new ApiError({ type: "/problems/not-found", title: what, status: 404, code: "not-found" });
}
