import { ViewTransition } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { TabBarContext } from '@/components/TabBarContext'
import { useIsWide } from '@/components/useIsWide'
import { FrozenBanner } from '@/features/person/freeze/FrozenBanner'
import { paths } from '@/lib/paths'
import { SideNavigation, TabBar } from './MainNavigation'
import { SkipLink } from './SkipLink'
import { useHeadingFocus } from './useHeadingFocus'

const tabBar = <TabBar />

/** Phones: a screen, with the tab bar below the top screens. Desktops: a side navigation beside every screen. */
export function MainLayout() {
  const main = useHeadingFocus()
  const isWide = useIsWide()
  // Its sheet is there, and says it.
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh print:block">
      <SkipLink />
      {isWide && <SideNavigation />}
      <main ref={main} id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        {pathname !== paths.settings && <FrozenBanner />}
        <TabBarContext value={isWide ? null : tabBar}>
          <ViewTransition default={{ navigation: 'screen', default: 'none' }}>
            <Outlet />
          </ViewTransition>
        </TabBarContext>
      </main>
    </div>
  )
}
