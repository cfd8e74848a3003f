import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenIdle } from '@/lib/idle'
import { App } from './App'
import type { Area } from './areas'

/** Draws the app once its first areas are downloaded, so that a screen is the first thing drawn. */
export async function start(firstAreas: Area<object>[]) {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  // The screen that needs a missing area reports its failed download.
  await Promise.allSettled(firstAreas.map((area) => area.load()))
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  await whenIdle()
  const { afterStart } = await import('./afterStart')
  afterStart()
}
