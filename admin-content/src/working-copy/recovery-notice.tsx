// Offers unsaved work of an earlier session when its record is opened again.
import { useEffect, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { recoveryStrings } from "#app/et/recovery.ts";
import { moment } from "#app/et/time.ts";
import { focusSoon } from "#app/kit/focus.ts";
import type { Backup, Backups } from "./backups.ts";
import type { WorkingCopy } from "./working-copy.ts";

type Strings = typeof recoveryStrings & { elsewhere?: (at: string) => string; newerExists: string };

export function RecoveryNotice<Values extends object, Remote>({
  copy,
  backups,
  strings,
  focusId,
}: {
  copy: WorkingCopy<Values, Remote, string>;
  backups: Backups<Values, Remote>;
  strings: Strings;
  /** The id of the element that gets the focus when the notice is closed. */
  focusId: string;
}) {
  const [backup, setBackup] = useState<Backup<Values> | null>(null);
  const [opened] = useState(() => copy.kind.versionOf(copy.getSnapshot().remote));
  useEffect(() => {
    let isMounted = true;
    void backups.find().then((found) => isMounted && setBackup(found));
    return () => {
      isMounted = false;
    };
  }, [backups]);
  // The choice in a conflict comes first.
  if (!backup || copy.getSnapshot().conflict) return null;
  const { at, basedOn, isElsewhere, session } = backup;
  const close = () => {
    backups.delete(session);
    setBackup(null);
    focusSoon(focusId);
  };
  const restore = async () => {
    backups.setAside();
    await copy.restore(backup);
    // Write the new backup before deleting the old one, so that one always exists.
    backups.flush();
    close();
    toast(strings.restored);
  };
  return (
    <section className="desk-warning" aria-labelledby="recovery-title">
      <h2 className="desk-title-3" id="recovery-title">
        {strings.title}
      </h2>
      <p>{(isElsewhere && strings.elsewhere ? strings.elsewhere : strings.text)(moment(at))}</p>
      {basedOn !== opened && <p>{strings.newerExists}</p>}
      <div className="desk-buttons">
        <Button look="primary" onClick={restore}>
          {strings.restore}
        </Button>
        <Button onClick={close}>{strings.discard}</Button>
      </div>
    </section>
  );
}
