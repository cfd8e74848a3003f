/** How far each entry of the history was scrolled when the app left it, by its key. */
const places = new Map<string, number>()

export function keepScrollPlace(key: string) {
  places.set(key, window.scrollY)
}

/** Where an entry was scrolled to. A new one starts at the top. */
export function scrollPlaceOf(key: string): number {
  return places.get(key) ?? 0
}
