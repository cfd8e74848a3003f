import { Tag } from '@/components/Tag'
import type { CaseSummary } from '@/lib/caseSummary'
import { wordsOf } from '@/lib/codeWords'
import { useUserId } from '@/lib/session'
import { newsWords } from './newsWords'

const movers = {
  second: 'A second administrator',
  customer: 'The customer',
  agent: 'The agent',
  anyone: 'Nobody has it',
}

type CaseMarkProps = { of: Pick<CaseSummary, 'moves' | 'news' | 'assigned_to' | 'assigned_name'> }

/** Who must move in a case, and what they have not read: the same wherever staff see the case. */
export function CaseMark({ of: { moves, news, assigned_to: agentId, assigned_name: agent } }: CaseMarkProps) {
  const isMine = useUserId() === agentId && moves === 'agent'
  const mover = isMine ? 'You' : moves === 'agent' && agent !== null ? agent : moves && wordsOf(movers, moves)
  const words = [mover, news && wordsOf(newsWords, news)].filter(Boolean).join(' · ')
  return words === '' ? null : <Tag tone={isMine || news !== null ? 'care' : 'plain'}>{words}</Tag>
}
