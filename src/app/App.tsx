import { useRoutes } from 'react-router-dom'
import { whenIdle } from '@/lib/idle'
import { lazyPart } from '@/lib/lazyPart'
import { SessionProvider } from '@/lib/session'
import { AppRouter } from './AppRouter'
import { routes } from './routes'

const Toasts = lazyPart(async () => {
  await whenIdle()
  return (await import('@/components/Toasts')).Toasts
})

const ApprovalHost = lazyPart(async () => {
  await whenIdle()
  return (await import('./ApprovalHost')).ApprovalHost
})

export function App() {
  return (
    <>
      <SessionProvider>
        <AppRouter>
          <Screens />
          <ApprovalHost />
        </AppRouter>
      </SessionProvider>
      <Toasts />
    </>
  )
}

function Screens() {
  return useRoutes(routes)
}
