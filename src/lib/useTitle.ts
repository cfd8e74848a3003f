import { useEffect } from 'react'
import { brand } from '@/brand'

/** Sets the page's title. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} – ${brand.name}`
  }, [title])
}
