import { useState } from "react";
import { useLoaderData } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { operatorStrings as common } from "#app/et/operator/common.ts";
import { jobStrings as text } from "#app/et/operator/lists.ts";
import { jobKinds, word } from "#app/et/operator/words.ts";
import { moment } from "#app/et/time.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { type listJobs, retryJob } from "#app/operator/calls.ts";
import { type Column, Listing } from "#app/operator/listing.tsx";
import { FilterLinks, Paging } from "#app/operator/paging.tsx";
import { ReasonDialog } from "#app/operator/reason-dialog.tsx";
import type { JobItem } from "#app/operator/types.ts";

export function JobsScreen() {
  const { jobs, hasMore } = useLoaderData<Awaited<ReturnType<typeof listJobs>>>();
  const [retried, setRetried] = useState<JobItem | null>(null);
  const columns: Column<JobItem>[] = [
    {
      label: text.kind,
      cell: ({ kind, uniqueKey }) => (
        <span className="op-stack">
          {word(jobKinds, kind)}
          <span className="desk-muted op-code">{uniqueKey}</span>
        </span>
      ),
    },
    { label: text.runAt, cell: ({ runAt }) => moment(runAt) },
    { label: text.attempts, kind: "number", cell: ({ attempts }) => attempts },
    {
      label: text.lastError,
      cell: ({ lastError }) =>
        lastError ? (
          <span className="op-code" lang="en">
            {lastError}
          </span>
        ) : (
          text.noError
        ),
    },
    {
      label: common.actions,
      kind: "actions",
      cell: (job) => (
        <Button size="small" onClick={() => setRetried(job)}>
          {text.retry}
          <span className="visually-hidden">: {word(jobKinds, job.kind)}</span>
        </Button>
      ),
    },
  ];
  return (
    <div className="column">
      <ScreenHead title={text.title} lead={text.lead} />
      <FilterLinks options={text.filters} />
      <Listing caption={text.title} columns={columns} rows={jobs} keyOf={({ id }) => id} />
      <Paging hasMore={hasMore} />
      {retried && (
        <ReasonDialog
          title={text.retryTitle}
          submit={text.retry}
          lead={text.retryText(word(jobKinds, retried.kind))}
          reason={text.retryReason}
          send={(reason) => retryJob(retried.id, reason)}
          done={() => text.retried}
          onClose={() => setRetried(null)}
        />
      )}
    </div>
  );
}
