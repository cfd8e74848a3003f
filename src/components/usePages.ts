import { useState } from 'react'

/** The current page of a list. Each page starts after the last row of the page before. */
export function usePages<Place>() {
  const [places, setPlaces] = useState<Place[]>([])
  return {
    /** The page starts after this row; null: the first page. */
    after: places.at(-1) ?? null,
    number: places.length + 1,
    next: (last: Place) => setPlaces([...places, last]),
    previous: () => setPlaces(places.slice(0, -1)),
    restart: () => setPlaces([]),
  }
}
