import { useEffect, useState, type ComponentType } from 'react'
import { brand } from '@/brand'
import { LoadFailed } from '@/components/LoadFailed'
import { download } from '@/lib/download'

const retryEveryMs = 3000

type MissingPartProps = { load: () => Promise<ComponentType> }

/** Replaces a part of the app that could not be downloaded. It says so, and shows the part as soon as it arrives. */
export function MissingPart({ load }: MissingPartProps) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  const [problem, setProblem] = useState<unknown>(null)

  useEffect(() => {
    if (Part !== null) return undefined
    let isOver = false
    const attempt = async () => {
      try {
        const loaded = await download(load)
        if (!isOver) setPart(() => loaded)
      } catch (error) {
        if (!isOver) setProblem(error)
      }
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
  if (problem === null) return null
  return (
    <section aria-label={brand.name} className="mx-auto w-full max-w-120 p-4">
      <h1 className="mb-3 text-title">{brand.name}</h1>
      <LoadFailed error={problem} onRetry={handleRetry} what="this screen" />
    </section>
  )
}
