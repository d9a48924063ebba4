// The thin line at the top while the next screen loads. It appears after a short delay.

export function PendingBar({ active, label }: { active: boolean; label: string }) {
  return (
    <div className="pending-bar" role="status" data-active={active || undefined}>
      {active && <span className="visually-hidden">{label}</span>}
    </div>
  );
}
