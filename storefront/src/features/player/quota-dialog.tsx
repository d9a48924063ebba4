// What a listener meets when the package's hours are used up.
import { playerStrings } from "#app/et/player.ts";
import { strings } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { Dialog } from "#app/kit/dialog.tsx";

const t = playerStrings;

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
      closeLabel={strings.common.close}
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
            {strings.common.close}
          </Button>
        </>
      }
    >
      <p>{t.quotaText}</p>
    </Dialog>
  );
}
