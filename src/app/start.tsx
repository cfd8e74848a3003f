import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenIdle } from '@/lib/idle'
import { App } from './App'
import type { Area } from './areas'

/** Draws the app once its first areas are downloaded, so that a screen is the first thing drawn. */
export async function start(firstAreas: Area<object>[]) {
  // Without it the app works, but does not clean what is pasted.
  const loading = import('./afterStart').catch(() => null)
  // The screen that needs a missing area reports its failed download.
  await Promise.allSettled(firstAreas.map((area) => area.load()))
  createRoot(document.querySelector('#root') ?? document.body).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  const late = await loading
  await whenIdle()
  late?.afterStart()
}
