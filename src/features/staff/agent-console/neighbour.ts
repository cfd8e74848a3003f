/** The row after (1) or before (-1) the selected one, round the ends. Undefined: the list is empty. */
export function neighbour<Row extends { id: string }>(rows: Row[], selectedId: string | null, step: 1 | -1) {
  const place = rows.findIndex(({ id }) => id === selectedId)
  const next = place === -1 ? (step === 1 ? 0 : rows.length - 1) : place + step
  return rows[(next + rows.length) % rows.length]
}
