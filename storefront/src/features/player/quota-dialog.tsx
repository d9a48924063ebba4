// Shown when the plan's listening hours are used up.
import { playerStrings as t } from "#app/et/screens/player.ts";
import { shared } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { Dialog } from "#app/kit/dialog.tsx";

export function QuotaDialog({
  open,
  onJoin,
  onBuy,
  onClose,
}: {
  open: boolean;
  onJoin: () => void;
  onBuy: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.quotaTitle}
      closeLabel={shared.close}
      className="player__quota"
      actions={
        <>
          <Button look="primary" wide onClick={onJoin}>
            {t.quotaJoin}
          </Button>
          <Button wide onClick={onBuy}>
            {t.quotaBuy}
          </Button>
          <Button look="quiet" wide onClick={onClose}>
            {shared.close}
          </Button>
        </>
      }
    >
      <p>{t.quotaText}</p>
    </Dialog>
  );
}
