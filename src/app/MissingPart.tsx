import { useEffect, useState, type ComponentType } from 'react'
import { brand } from '@/brand'
import { LoadFailed } from '@/components/LoadFailed'

const retryEveryMs = 3000
const noConnection = new Error('Failed to fetch')

type MissingPartProps = { load: () => Promise<ComponentType> }

/** Replaces a part of the app that could not be downloaded. It says so, and shows the part as soon as it arrives. */
export function MissingPart({ load }: MissingPartProps) {
  const [Part, setPart] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (Part !== null) return undefined
    let isOver = false
    const attempt = async () => {
      const loaded = await load().catch(() => null)
      if (!isOver && loaded !== null) setPart(() => loaded)
    }
    const handleOnline = () => void attempt()
    handleOnline()
    const timer = setInterval(handleOnline, retryEveryMs)
    window.addEventListener('online', handleOnline)
    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('online', handleOnline)
    }
  }, [load, Part])

  async function handleRetry() {
    const loaded = await load().catch(() => null)
    if (loaded !== null) setPart(() => loaded)
    // A release may have removed the file, and some browsers do not repeat a failed download.
    else if (navigator.onLine) window.location.reload()
  }

  if (Part !== null) return <Part />
  return (
    <section aria-label={brand.name} className="mx-auto w-full max-w-120 p-4">
      <h1 className="mb-3 text-lg font-semibold">{brand.name}</h1>
      <LoadFailed error={noConnection} onRetry={handleRetry} what="this screen" />
    </section>
  )
}
