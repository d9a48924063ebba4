// Whether the store runs inside its phone app. The wrapper sets the cookie `hr_platform=app` or has
// "HeliriiulApp/" in its user agent before the first page; the server repeats it in <html data-platform>.

const APP_AGENT = /\bHeliriiulApp\//;
const APP_COOKIE = /(?:^|;\s*)hr_platform=app(?:;|$)/;

/** Never changes while a page lives. */
export function isApp(platform = document.documentElement.dataset.platform): boolean {
  return (
    platform === "app" || APP_COOKIE.test(document.cookie) || APP_AGENT.test(navigator.userAgent)
  );
}
