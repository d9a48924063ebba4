/** Heights of the spines in percent. */
const SPINES = [28, 44, 66, 52, 84, 60, 38, 72, 96, 78, 54, 88, 64, 40, 58, 34, 70, 48, 30, 42];
const WIDTH = 16;
const GAP = 4;

export function BookshelfArt() {
  return (
    <svg
      className="shelf-art"
      viewBox={`0 0 ${SPINES.length * (WIDTH + GAP) - GAP} 220`}
      aria-hidden="true"
      focusable="false"
    >
      {SPINES.map((percent, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          key={index}
          style={{ fill: `var(--spine-${((index % 5) % 4) + 1})` }}
          x={index * (WIDTH + GAP)}
          y={210 - percent * 2}
          width={WIDTH}
          height={percent * 2}
          rx="3"
        />
      ))}
      <rect className="shelf-art__board" x="0" y="214" width="100%" height="6" rx="3" />
    </svg>
  );
}
