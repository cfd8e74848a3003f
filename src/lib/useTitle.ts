import { useEffect } from 'react'
import { brand } from '@/brand'

/** Names the page in the browser's tab, history and to screen readers. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} – ${brand.name}`
  }, [title])
}
