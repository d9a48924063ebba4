export function Html({ html, className }: { html: string; className: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
