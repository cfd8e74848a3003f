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

export function App() {
  return (
    <>
      <SessionProvider>
        <AppRouter>
          <Screens />
        </AppRouter>
      </SessionProvider>
      <Toasts />
    </>
  )
}

function Screens() {
  return useRoutes(routes)
}
