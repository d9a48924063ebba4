// Buttons, and links that look like buttons. A pending button keeps focus and ignores presses.
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Icon, type IconName } from "./icon.tsx";

export type ButtonLook = {
  /** `primary` is for the one main action of a screen. */
  look?: "primary" | "secondary" | "quiet" | "danger";
  size?: "small" | "normal" | "large";
  /** As wide as its row. */
  wide?: boolean;
  icon?: IconName;
};

function classOf({ look = "secondary", size = "normal", wide }: ButtonLook, extra?: string) {
  return [
    "button",
    look !== "secondary" && `button--${look}`,
    size !== "normal" && `button--${size}`,
    wide && "button--wide",
    extra,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Splits the look from the element's own props. */
function split<P extends ButtonLook & { className?: string | undefined; children?: ReactNode }>(
  props: P,
) {
  const { look, size, wide, icon, className, children, ...rest } = props;
  return {
    rest: { ...rest, className: classOf({ look, size, wide }, className) },
    content: (
      <>
        {icon && <Icon name={icon} />}
        {children}
      </>
    ),
  };
}

type ButtonProps = ButtonLook & { pending?: boolean } & ComponentProps<"button">;

export function Button({ pending = false, onClick, type = "button", ...props }: ButtonProps) {
  const { rest, content } = split(props);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || rest["aria-disabled"] || undefined}
      data-pending={pending || undefined}
      onClick={press}
    >
      {content}
    </button>
  );
}

export function LinkButton(props: ButtonLook & LinkProps & { children: ReactNode }) {
  const { rest, content } = split(props);
  return <Link {...rest}>{content}</Link>;
}

/** For addresses outside the app. */
export function AnchorButton(props: ButtonLook & ComponentProps<"a">) {
  const { rest, content } = split(props);
  return <a {...rest}>{content}</a>;
}

export function IconButton({
  icon,
  label,
  className,
  type = "button",
  ...rest
}: { icon: IconName; label: string } & ComponentProps<"button">) {
  return (
    <button
      {...rest}
      type={type}
      className={["icon-button", className].filter(Boolean).join(" ")}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  );
}
