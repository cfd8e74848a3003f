import type { Database, Json } from '@/lib/database.types'

// The types of what the tests of the app answer to its requests: a function of the API has only the columns that its SQL has.

type Functions = Database['public']['Functions']
export type FunctionName = keyof Functions

type Listed<Result> = Result extends (infer Each extends object)[] ? Each : never
type Nullable<Each> = { [Column in keyof Each]: Each[Column] | null }

/** A row that a function of the API returns. The generated types do not say which columns can be null. */
export type Row<Name extends FunctionName> = Nullable<Listed<Functions[Name]['Returns']>>

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

/** A list of rows, or one row for `single()`. A test may leave out columns. JSON has no columns in the catalogue. */
type ReplyOf<Result> = Json extends Result
  ? Reply<unknown, PropertyKey>
  : [Listed<Result>] extends [never]
    ? Reply<(Result extends undefined ? never : Result) | null>
    : Reply<readonly Partial<Nullable<Listed<Result>>>[] | Partial<Nullable<Listed<Result>>>>

/** The answer to each method and path. */
export type Answers = {
  [Name in FunctionName as `POST rpc/${Name}`]?: Answering<ReplyOf<Functions[Name]['Returns']>>
} & { [path: `${'GET' | 'PATCH' | 'DELETE' | 'HEAD'} ${string}` | `POST /${string}`]: Answer } & {
  [Table in keyof Database['public']['Tables'] as `POST ${Table}`]?: Answer
}
