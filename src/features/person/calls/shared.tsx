import { Skeleton } from '@/components/Skeleton'
import { lazyPart } from '@/lib/lazyPart'

// Downloaded with `CallWatch`, which every signed-in user gets when the browser is idle.
const load = () => import('./parts')

export const CallLine = lazyPart(async () => (await load()).CallLine, <div className="min-h-12" />)
export const ContactCard = lazyPart(async () => (await load()).ContactCard, <Skeleton className="h-34" />)

const loadStaff = () => import('./CustomerContact')

export const ConfirmedTag = lazyPart(async () => (await loadStaff()).ConfirmedTag)
export const CustomerContact = lazyPart(async () => (await loadStaff()).CustomerContact)
export const contactTitle = 'Call or confirm'
