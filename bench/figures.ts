/** The value that this share of the others does not exceed. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

export const median = (values: number[]) => quantile(values, 0.5)
