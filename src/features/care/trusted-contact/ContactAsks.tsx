import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '@/lib/lazyPart'
import { trustedQueries } from './queries'

/** Few customers are asked anything. */
const ContactCards = lazyPart(async () => (await import('./ContactCards')).ContactCards)

/** On the home screen: what others ask the user as their trusted contact. */
export function ContactAsks({ userId }: { userId: string }) {
  // Nothing is shown of an error: the same is in Settings, with a retry.
  const { data } = useQuery(trustedQueries.own(userId))
  const hasAsks = data !== undefined && data.reviews.length + data.requests.length > 0
  return hasAsks && <ContactCards reviews={data.reviews} requests={data.requests} />
}
