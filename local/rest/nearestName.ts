/** The candidate that a mistyped name was most likely meant to be; null when none is close. */
export function nearestName(name: string, candidates: string[]): string | null {
  let nearest: string | null = null
  let least = Math.max(3, name.length * 0.6)
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate)
    if (distance > 0 && distance <= least) {
      nearest = candidate
      least = distance - 1
    }
  }
  return nearest
}

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
