import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  DoorClosed,
  EyeOff,
  HeartHandshake,
  KeyRound,
  LifeBuoy,
  PoundSterling,
  Snowflake,
  SunMoon,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { Skeleton } from '@/components/Skeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { Switch } from '@/components/ui/Switch'
import { setBalanceHidden, useIsBalanceHidden } from '@/features/money/accounts/shared'
import { Appearance, ThemeName } from '@/features/person/appearance/Appearance'
import { ChangePin } from '@/features/person/auth/ChangePin'
import { closingRowCopy } from '@/features/care/closing/rowCopy'
import { DeviceList } from '@/features/person/devices/DeviceList'
import { deviceQueries } from '@/features/person/devices/queries'
import { bannerCopy } from '@/features/person/freeze/bannerCopy'
import { freezeCopy } from '@/features/person/freeze/copy'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { HelpArticles } from '@/features/care/help/HelpArticles'
import { undoText } from '@/features/money/outgoing-payments/copy'
import { UndoWindowSetting } from '@/features/money/outgoing-payments/UndoWindowSetting'
import { limitCopy } from '@/features/money/payment-limits/copy'
import { PaymentLimits } from '@/features/money/payment-limits/PaymentLimits'
import { limitQueries } from '@/features/money/payment-limits/queries'
import { profileCopy } from '@/features/person/profile/copy'
import { FullNameForm } from '@/features/person/profile/FullNameForm'
import { useUpdateNotificationEmail } from '@/features/person/profile/mutations'
import { NotificationEmailForm } from '@/features/person/profile/NotificationEmailForm'
import type { Profile } from '@/features/person/profile/queries'
import { needsRowCopy } from '@/features/person/support-needs/rowCopy'
import { cn } from '@/lib/cn'
import { lazyPart } from '@/lib/lazyPart'
import { formatPence } from '@/lib/money'
import { countOf } from '@/lib/numbers'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'

type OwnProfile = { profile: Profile }

/** A row of the settings, and what it opens: a sheet on phones, the panel beside the list on desktops. */
export type SettingsSheet = {
  id: string
  title: string
  icon: LucideIcon
  /** By default, always. */
  isOffered?: (profile: Profile) => boolean
  /** What is set, on the row. */
  Value: ComponentType<OwnProfile>
  Content: ComponentType<OwnProfile>
}

/** Downloaded with its sheet only. */
const AccountLooks = lazyPart(async () => (await import('@/features/care/account-looks/AccountLooks')).AccountLooks)
const MyData = lazyPart(async () => (await import('@/features/person/personal-data/MyData')).MyData)
const PasskeyList = lazyPart(
  async () => (await import('@/features/person/passkeys/PasskeyList')).PasskeyList,
  <Skeleton className="h-40" />,
)
const TrustedContact = lazyPart(
  async () => (await import('@/features/care/trusted-contact/TrustedContact')).TrustedContact,
)
const HiddenSenders = lazyPart(async () => (await import('@/features/care/covered-texts/HiddenSenders')).HiddenSenders)
const NotificationSettings = lazyPart(
  async () => (await import('@/features/person/push/NotificationSettings')).NotificationSettings,
  <Skeleton className="h-142" />,
)
const PushDevices = lazyPart(async () => (await import('@/features/person/push/PushDevices')).PushDevices)
const FreezeSheet = lazyPart(
  async () => (await import('@/features/person/freeze/FreezeSheet')).FreezeSheet,
  <Skeleton className="h-44" />,
)

const CloseAccount = lazyPart(
  async () => (await import('@/features/care/closing/CloseAccount')).CloseAccount,
  <Skeleton className="h-142" />,
)

const SupportNeeds = lazyPart(
  async () => (await import('@/features/person/support-needs/SupportNeeds')).SupportNeeds,
  <Skeleton className="h-100" />,
)

const linkLook = cn(buttonLook('secondary'), 'w-full')

export const settingsSheets: SettingsSheet[] = [
  {
    id: 'profile',
    title: 'Profile',
    icon: UserRound,
    Value: ({ profile }) => profile.fullName,
    Content: ({ profile }) => (
      <div className="space-y-4">
        <ReadOnlyWhileFrozen>
          <FullNameForm profile={profile} />
        </ReadOnlyWhileFrozen>
        <Link to={paths.profile} className={linkLook}>
          Postal address
        </Link>
        <Link to={paths.branchSupport} className={linkLook}>
          Name on your account
        </Link>
      </div>
    ),
  },
  {
    id: 'sign-in',
    title: 'Sign-in and devices',
    icon: KeyRound,
    Value: ({ profile }) => (profile.deviceState === 'known' ? <DeviceCount profile={profile} /> : waysIn(profile)),
    Content: ({ profile }) => (
      <div className="space-y-6">
        <ChangePin userId={profile.id} isFrozen={profile.isFrozen} />
        {profile.passkeyState !== 'off' && <PasskeyList profile={profile} />}
        {profile.deviceState === 'known' && <DeviceList />}
        <PushDevices userId={profile.id} />
      </div>
    ),
  },
  {
    id: 'notifications',
    title: 'Notifications',
    icon: Bell,
    Value: NotifiedAddress,
    Content: Notifications,
  },
  {
    id: 'payments',
    title: 'Payments: limits and undo',
    icon: PoundSterling,
    Value: PaymentValues,
    Content: ({ profile }) => (
      <ReadOnlyWhileFrozen>
        <div className="space-y-6">
          <PaymentLimits userId={profile.id} isFrozen={profile.isFrozen} />
          <UndoWindowSetting seconds={profile.undoSeconds} />
        </div>
      </ReadOnlyWhileFrozen>
    ),
  },
  {
    id: 'freeze',
    title: freezeCopy.title,
    icon: Snowflake,
    isOffered: ({ turnedOff, isFrozen }) => isFrozen || !turnedOff.includes('freezing'),
    Value: ({ profile }) => (profile.isFrozen ? bannerCopy.frozen : freezeCopy.notFrozen),
    Content: ({ profile }) => <FreezeSheet profile={profile} />,
  },
  {
    id: 'privacy',
    title: 'Privacy',
    icon: EyeOff,
    Value: HiddenBalance,
    Content: Privacy,
  },
  {
    id: 'needs',
    title: needsRowCopy.title,
    icon: HeartHandshake,
    isOffered: ({ turnedOff, supportNeeds }) => supportNeeds.length > 0 || !turnedOff.includes('support_needs'),
    Value: ({ profile }) => (profile.supportNeeds.length === 0 ? needsRowCopy.none : needsRowCopy.some),
    Content: () => (
      <ReadOnlyWhileFrozen>
        <SupportNeeds />
      </ReadOnlyWhileFrozen>
    ),
  },
  {
    id: 'appearance',
    title: 'Appearance',
    icon: SunMoon,
    Value: ThemeName,
    Content: Appearance,
  },
  {
    id: 'help',
    title: 'Help',
    icon: LifeBuoy,
    Value: () => 'Answers, and a chat with us',
    Content: () => (
      <div className="space-y-4">
        <div className="-mx-5 divide-y divide-line border-y border-line">
          <HelpArticles />
        </div>
        <Link to={paths.chat} className={linkLook}>
          Chat with us
        </Link>
      </div>
    ),
  },
  {
    id: 'close',
    title: closingRowCopy.title,
    icon: DoorClosed,
    Value: () => closingRowCopy.value,
    Content: ({ profile }) => <CloseAccount profile={profile} />,
  },
]

const waysIn = ({ passkeyState }: Profile) => (passkeyState === 'some' ? 'Passkey or PIN' : '5-digit PIN')

function DeviceCount({ profile }: OwnProfile) {
  const { data } = useQuery(deviceQueries.list(profile.id))
  return data === undefined ? waysIn(profile) : `${waysIn(profile)}, ${countOf(data.length, 'device')}`
}

function NotifiedAddress({ profile }: OwnProfile) {
  const { email } = useSession()
  const [name, domain] = (profile.notificationEmail ?? email ?? '').split('@')
  // A long address breaks here, and not within a word.
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  )
}

function Notifications({ profile }: OwnProfile) {
  const save = useUpdateNotificationEmail(profile.id, profileCopy.settingsSaved)
  return (
    <ReadOnlyWhileFrozen>
      <div className="space-y-6">
        <NotificationEmailForm
          label="Notification Email"
          stored={profile.notificationEmail ?? ''}
          save={save}
          saveLabel="Save Settings"
        />
        <NotificationSettings userId={profile.id} />
      </div>
    </ReadOnlyWhileFrozen>
  )
}

function PaymentValues({ profile }: OwnProfile) {
  const { data } = useQuery(limitQueries.own(profile.id))
  const undo = undoText(profile.undoSeconds)
  if (profile.isFrozen) return limitCopy.frozenValue
  if (data !== undefined) return `${formatPence(data.daily)} a day. ${undo}`
  return (
    <>
      {/* The room of a usual limit, so that the rows below stay in place when it comes. */}
      <span aria-hidden className="invisible">
        £20,000.00 a day.
      </span>{' '}
      {undo}
    </>
  )
}

function HiddenBalance() {
  return useIsBalanceHidden() ? 'Balance hidden on this device' : 'Balance shown'
}

function Privacy({ profile }: OwnProfile) {
  const isHidden = useIsBalanceHidden()
  return (
    <div className="space-y-6">
      <div className="space-y-3">
        <Switch
          label="Hide balance"
          hint="On this device, until you show it again."
          checked={isHidden}
          onChange={setBalanceHidden}
        />
        <p className="text-secondary">
          Balances, names and messages are never stored on this device. After{' '}
          {profile.supportNeeds.includes('more_time') ? 15 : 5} minutes without activity we sign you out.
        </p>
      </div>
      <ReadOnlyWhileFrozen>
        <TrustedContact userId={profile.id} />
        <HiddenSenders isOff={profile.turnedOff.includes('covered_texts')} />
        <MyData />
      </ReadOnlyWhileFrozen>
      {!profile.turnedOff.includes('account_looks') && <AccountLooks />}
    </div>
  )
}
