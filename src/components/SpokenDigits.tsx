/**
 * Digits that a screen reader reads in groups, '2 0, 0 0, 0 0' and '8 5 9 5, 9 4 9 3', instead of as one large number. Not for the
 * text of a button or a link, whose name must contain what it shows (WCAG 2.5.3).
 *
 * The groups are generated content, so that copying, search in the page and translation see only the digits.
 */
export function SpokenDigits({ children: shown }: { children: string }) {
  if (!/^[\d -]+$/.test(shown)) return shown
  return (
    <span data-spoken={inSpokenGroups(shown)} className="before:sr-only before:content-[attr(data-spoken)]">
      <span aria-hidden>{shown}</span>
    </span>
  )
}

function inSpokenGroups(shown: string): string {
  const groups = shown.match(/\d{1,4}/g) ?? []
  return groups.map((group) => group.split('').join(' ')).join(', ')
}
