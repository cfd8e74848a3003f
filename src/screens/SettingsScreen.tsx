import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ListAndDetail } from '@/components/ListAndDetail'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { useIsSelectedRow } from '@/components/selectedRow'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { useIsWide } from '@/components/useIsWide'
import { profileQueries, type Profile } from '@/features/person/profile/queries'
import { appVersion } from '@/lib/appVersion'
import { lazyPart } from '@/lib/lazyPart'
import { paths } from '@/lib/paths'
import { isFirstRead } from '@/lib/queryState'
import { useSession, useUserId } from '@/lib/session'
import { settingsSheets, type SettingsSheet } from './settingsSheets'

const NoticeLinks = lazyPart(
  async () => (await import('@/components/NoticeLinks')).NoticeLinks,
  <div className="min-h-(--control-height)" />,
)

export function SettingsScreen() {
  const { signOut } = useSession()
  const userId = useUserId()
  const isWide = useIsWide()
  const profile = useQuery(profileQueries.own(userId))
  const own = profile.data ?? null
  const sheets = own === null ? [] : settingsSheets.filter(({ isOffered }) => isOffered?.(own) ?? true)
  const [openId, setOpenId] = useLinkedPart()
  const open = sheets.find(({ id }) => id === openId)
  const shown = open ?? (isWide ? sheets[0] : undefined)
  return (
    <Screen title="Settings" back={paths.more} width="wide">
      <ListAndDetail
        hasForms
        list={
          <div className="space-y-6 pt-2 lg:pt-0">
            <Loaded query={profile} what="your settings" skeleton={<Skeleton className="h-172" />}>
              {(read) =>
                read !== null && (
                  <ul className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
                    {sheets.map((sheet) => (
                      <li key={sheet.id}>
                        <Row {...sheet} profile={read} opensDialog={!isWide} onPress={() => setOpenId(sheet.id)} />
                      </li>
                    ))}
                  </ul>
                )
              }
            </Loaded>
            {/* The rows would move them when they come. */}
            {!isFirstRead(profile) && (
              <>
                <Button variant="secondary" className="w-full" onClick={() => void signOut()}>
                  Sign Out
                </Button>
                <NoticeLinks />
                <p className="text-center text-secondary">Version {appVersion}</p>
              </>
            )}
          </div>
        }
        detail={
          own === null || shown === undefined
            ? null
            : {
                id: shown.id,
                title: shown.title,
                isDefault: open === undefined,
                content: <shown.Content key={shown.id} profile={own} />,
              }
        }
        placeholder={isFirstRead(profile) && <Skeleton className="h-80" />}
        onClose={() => setOpenId('')}
      />
    </Screen>
  )
}

/** The id of the part that is open. A link may open one: /settings#payments. Also one on this screen, such as that of the notice above it. */
function useLinkedPart() {
  const { hash, key } = useLocation()
  const [openId, setOpenId] = useState(hash.slice(1))
  // The address bar gives each entry the same key.
  const place = key + hash
  const [openedBy, setOpenedBy] = useState(place)
  if (place !== openedBy) {
    setOpenedBy(place)
    setOpenId(hash.slice(1))
  }
  return [openId, setOpenId] as const
}

type RowProps = SettingsSheet & { profile: Profile; opensDialog: boolean; onPress: () => void }

function Row({ id, title, icon: Icon, Value, profile, opensDialog, onPress }: RowProps) {
  const isSelected = useIsSelectedRow(id)
  return (
    <button
      type="button"
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-current={isSelected || undefined}
      onClick={onPress}
      className="flex min-h-17 w-full items-center gap-[min(1rem,4vw)] px-[min(1rem,4vw)] py-2 text-left transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3 aria-[current=true]:bg-brand-soft"
    >
      <span className="flex size-[min(2.5rem,11vw)] shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-[min(1.25rem,6vw)]" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-name">{title}</span>{' '}
        <span className="block text-secondary wrap-anywhere">
          <Value profile={profile} />
        </span>
      </span>
      <ChevronRight aria-hidden className="size-[min(1.25rem,6vw)] shrink-0 text-muted" />
    </button>
  )
}
