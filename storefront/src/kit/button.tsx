// Buttons and links that look like them. A pending button keeps focus and ignores further presses.
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Icon, type IconName } from "./icon.tsx";

export type ButtonLook = {
  /** `primary` is for the one main action of a screen. */
  look?: "primary" | "secondary" | "quiet" | "danger";
  size?: "small" | "normal" | "large";
  /** Fills its row. */
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

function Content({ icon, children }: { icon?: IconName | undefined; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
}

type ButtonProps = ButtonLook & { pending?: boolean } & ComponentProps<"button">;

export function Button({
  look,
  size,
  wide,
  icon,
  pending = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classOf({ look, size, wide }, className)}
      aria-disabled={pending || rest["aria-disabled"] || undefined}
      data-pending={pending || undefined}
      onClick={press}
    >
      <Content icon={icon}>{children}</Content>
    </button>
  );
}

export function LinkButton({
  look,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & LinkProps & { children: ReactNode }) {
  return (
    <Link {...rest} className={classOf({ look, size, wide }, className)}>
      <Content icon={icon}>{children}</Content>
    </Link>
  );
}

/** For addresses outside the app. */
export function AnchorButton({
  look,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<"a">) {
  return (
    <a {...rest} className={classOf({ look, size, wide }, className)}>
      <Content icon={icon}>{children}</Content>
    </a>
  );
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
