import { createHash, createPrivateKey } from 'node:crypto'
import { ownBank, publicPart, type OwnBank } from '../banks/banks'

/** Several stacks that are one bank. Each has a share of the customers and pays the others as other banks are paid. */
export type Cell = {
  name: string
  bank: OwnBank
  /** The first four digits of its lowest and highest sort codes. */
  sortCodes: { from: string; to: string }
  /** Where the other cells receive messages. */
  others: { cell: Pick<Cell, 'name' | 'bank' | 'sortCodes'>; address: string }[]
}

const names = ['North', 'South', 'East', 'West']

/** The cells of stacks whose APIs have these addresses. */
export function cellsAt(apiUrls: string[]): Cell[] {
  const cells = apiUrls.map((_url, index) => ({
    name: `Fernbank ${nameOf(index)}`,
    bank: bankCalled(index === 0 ? ownBank.id : `${ownBank.id}-${nameOf(index).toLowerCase()}`),
    sortCodes: {
      from: `00-${blockStart(index, apiUrls.length)}`,
      to: `00-${blockStart(index + 1, apiUrls.length) - 1}`,
    },
  }))
  return cells.map((cell) => ({
    ...cell,
    others: cells.flatMap((other, index) =>
      other === cell ? [] : [{ cell: other, address: `${apiUrls[index]}/functions/v1/interbank` }],
    ),
  }))
}

/** The cell's part of an address or an email address. */
export const nameOf = (index: number) => names[index] ?? ''

/** Each cell has whole tens from 00-10 to 00-99. */
function blockStart(index: number, count: number): number {
  return 10 + Math.floor((9 * index) / count) * 10
}

/** The digits that sort codes of a block of whole tens begin with. */
export function prefixesOf({ from, to }: Cell['sortCodes']): string[] {
  const [first, last] = [Number(from.at(-2)), Number(to.at(-2))]
  return Array.from({ length: last - first + 1 }, (_, index) => `00${first + index}`)
}

/** A stack's bank by its name in messages. Its key is the same in each process. */
export function bankCalled(id = ownBank.id): OwnBank {
  if (id === ownBank.id) return ownBank
  const seed = createHash('sha256').update(`the key of ${id} in the local stack`).digest()
  const header = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' })
  const { x = '', d = '' } = key.export({ format: 'jwk' })
  return { id, key: { kty: 'OKP', crv: 'Ed25519', x, d } }
}

export const publicKeyOf = ({ bank }: Pick<Cell, 'bank'>) => publicPart(bank.key)
