import { useState } from 'react'

/** A walk through a list page by page: each begins after the last row of the one before. */
export function usePages<Place>() {
  const [places, setPlaces] = useState<Place[]>([])
  return {
    /** After which row the page begins; null: the first page. */
    after: places.at(-1) ?? null,
    number: places.length + 1,
    next: (last: Place) => setPlaces([...places, last]),
    previous: () => setPlaces(places.slice(0, -1)),
    restart: () => setPlaces([]),
  }
}
