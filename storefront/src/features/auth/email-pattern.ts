const ATOM = '[^\\s@<>()[\\]\\\\.,;:"]+';
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?";

/**
 * Local part (dot-separated atoms or a quoted string), @, then a domain that ends in a top-level
 * domain of at least 2 letters, or a bracketed IPv4 address. Letters are of any script: õ is a
 * letter in an Estonian domain.
 */
export const EMAIL_PATTERN = new RegExp(
  `^(?:${ATOM}(?:\\.${ATOM})*|"[^"\\n]+")@(?:\\[${OCTET}(?:\\.${OCTET}){3}\\]|(?:${LABEL}\\.)+\\p{L}{2,})$`,
  "u",
);
