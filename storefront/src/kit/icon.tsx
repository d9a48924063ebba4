// Icons of the sprite public/icons.svg. Always decorative: the control has the name.

export type IconName =
  | "alert"
  | "arrow-left"
  | "back-15"
  | "basket"
  | "bookmark"
  | "check"
  | "chevron-down"
  | "chevron-left"
  | "chevron-right"
  | "clock"
  | "close"
  | "envelope"
  | "external"
  | "eye"
  | "eye-off"
  | "forward-30"
  | "gauge"
  | "gift"
  | "headphones"
  | "home"
  | "infinity"
  | "info"
  | "list"
  | "lock"
  | "logout"
  | "menu"
  | "minus"
  | "next"
  | "pause"
  | "play"
  | "plus"
  | "previous"
  | "search"
  | "settings"
  | "shelf"
  | "tag"
  | "trash"
  | "user"
  | "volume"
  | "volume-off"
  | "facebook"
  | "instagram"
  | "youtube"
  | "link"
  | "apple"
  | "google-play";

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} aria-hidden="true" focusable="false">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
