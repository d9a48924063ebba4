import { isApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import { type CodeResult, codeOf } from "#app/kit/form/code-form.tsx";
import { toast } from "#app/kit/toast.tsx";
import { endExpiredSession } from "#app/session/logout.ts";

/** Messages by status; any other failure is `failed`. */
export type CodeMessages = { done: string; failed: string; byStatus: Record<number, string> };

/** `value` is what `activate` returned. */
export type Activation<T> = CodeResult & { value?: T };

export async function activateCode<T>(
  request: Request,
  messages: CodeMessages,
  activate: (code: string) => Promise<T>,
): Promise<Activation<T>> {
  try {
    const value = await activate(await codeOf(request));
    toast(messages.done, { kind: "success" });
    return { error: null, value };
  } catch (error) {
    if (!isApiError(error)) throw error;
    // A used gift card is a 401 too; only this code means that the session has ended.
    if (error.code === "unauthorized") {
      endExpiredSession();
      return { error: "" };
    }
    return { error: messages.byStatus[error.status] ?? failureText(messages.failed, error) };
  }
}
