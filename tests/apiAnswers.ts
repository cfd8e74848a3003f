import type { Database, Json } from '@/lib/database.types'

// The types of what the tests of the app answer to its requests: a function of the API has only the columns that its SQL has.

type Tables = Database['public']['Tables']
type Functions = Database['public']['Functions']

type Listed<Result> = Result extends (infer Each extends object)[] ? Each : never
type Nullable<Each> = { [Column in keyof Each]: Each[Column] | null }

/** A row that a function of the API returns. The generated types do not say which columns can be null. */
export type Row<Name extends keyof Functions> = Nullable<Listed<Functions[Name]['Returns']>>

/** A row of a table, with the rows of other tables that are read with it. */
export type TableRow<Name extends keyof Tables> = Tables[Name]['Row'] & { [Other in keyof Tables]?: unknown }

export type ServerRequest = { method: string; path: string; query: URLSearchParams; body: string | null }
type Answering<Given> = (request: ServerRequest) => Given | Promise<Given>
export type Answer = Answering<Response>

/** The columns of a row, or of all rows of a list. An `object` hides its columns. */
type Columns<Body> = Body extends readonly (infer Each)[]
  ? Columns<Each>
  : Body extends object
    ? [keyof Body] extends [never]
      ? 'hidden columns'
      : keyof Body
    : never

/** A response that knows its body. The columns are apart, because a row with one more column is of the same type. */
export type Reply<Body, Column = Columns<Body>> = Response & { readonly holds?: Body; readonly columns?: Column }

/** A list of rows, or one row for `single()`. A test may leave out columns. */
type ReplyOfRows<Each> = Reply<readonly Partial<Each>[] | Partial<Each> | null>
/** JSON has no columns in the catalogue. */
type ReplyOf<Result> = Json extends Result
  ? Reply<unknown, PropertyKey>
  : [Listed<Result>] extends [never]
    ? Reply<(Result extends undefined ? never : Result) | null>
    : ReplyOfRows<Nullable<Listed<Result>>>

/** The answer to each method and path. */
export type Answers = {
  [Name in keyof Functions as `POST rpc/${Name}`]?: Answering<ReplyOf<Functions[Name]['Returns']>>
} & {
  [Name in keyof Tables as `GET ${Name}`]?: Answering<ReplyOfRows<TableRow<Name>>>
} & { [path: `${'PATCH' | 'DELETE' | 'HEAD'} ${string}` | `POST /${string}` | `GET /${string}`]: Answer } & {
  [Name in keyof Tables as `POST ${Name}`]?: Answer
}
