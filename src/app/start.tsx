import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstPaint, whenIdle } from '@/lib/idle'
import { App } from './App'
import type { Area } from './areas'

/** Draws the app once its first areas are downloaded, so that a screen is the first thing drawn. */
export async function start(firstAreas: Area<object>[]) {
  // The screen that needs a missing area reports its failed download.
  await Promise.allSettled(firstAreas.map((area) => area.load()))
  createRoot(document.querySelector('#root') ?? document.body).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  // A browser translates what it shows. Without this the app works, but does not clean what is pasted.
  await firstPaint()
  const late = await import('./afterStart').catch(() => null)
  await whenIdle()
  late?.afterStart()
}
