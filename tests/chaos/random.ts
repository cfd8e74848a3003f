export type Random = ReturnType<typeof createRandom>

/** The same seed makes the same choices; what comes of them is up to the machine. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** Mulberry32. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** A whole number, both ends included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    chance: (share: number) => next() < share,
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
    /** Another source of choices, which does not depend on what this one is used for. */
    fork: () => createRandom(Math.floor(next() * 2 ** 32)),
  }
}
