import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '@/app/App'
import './index.css'

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// While developing, every file changes under the worker's feet.
if (import.meta.env.PROD) {
  import('@/lib/serviceWorker')
    .then(({ registerServiceWorker }) => registerServiceWorker())
    // Without a connection there is nothing to register; the next visit does.
    .catch(() => undefined)
}
