/** The value that this share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

export const median = (values: number[]) => quantile(values, 0.5)
export const least = (values: number[]) => quantile(values, 0)

/**
 * The medians, or another figure, of what two ways take, in whatever unit they say. They take turns, so that both meet the same machine; the
 * first `warmUps` turns do not count.
 */
export async function compareInTurns(
  turns: { warmUps: number; samples: number },
  one: () => Promise<number>,
  other: () => Promise<number>,
  figureOf = median,
): Promise<[one: number, other: number]> {
  const taken: [number[], number[]] = [[], []]
  for (let turn = -turns.warmUps; turn < turns.samples; turn += 1) {
    const times = [await one(), await other()] as const
    if (turn < 0) continue
    taken[0].push(times[0])
    taken[1].push(times[1])
  }
  return [figureOf(taken[0]), figureOf(taken[1])]
}
