import { createContext, use, useEffect } from 'react'
import { brand } from '@/brand'

/** A number in front of the page's title: what is waiting. */
export const TitleCount = createContext(0)

/** Sets the page's title. */
export function useTitle(title: string) {
  const count = use(TitleCount)
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} – ${brand.name}`
  }, [title, count])
}
