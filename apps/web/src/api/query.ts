import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, type CallArguments, type CallKey, call } from './call.ts'
import { askOrFind, isAway, shownFromDevice } from './device-answers.ts'
import { ApiFailure } from './http.ts'

/**
 * The query of a GET call. Its key is the call itself, so that independent domains share one cache: invalidate with
 * `queryKeyOf('GET /user/participants/')`.
 */
export function queryFor<K extends CallKey & `GET ${string}`>(key: K, ...[options]: CallArguments<K>) {
  return queryOptions<Answer<K>, Error>({
    queryKey: queryKeyOf(key, options),
    queryFn: ({ signal, client, queryKey }) =>
      askOrFind(placeOf(queryKey), client.getQueryData(queryKey) !== undefined, () =>
        call(key, ...([{ ...options, signal }] as unknown as CallArguments<K>)),
      ),
  })
}

/** Where this device keeps the answer of a query, if it does. */
export const placeOf = (queryKey: readonly unknown[]): string => JSON.stringify(queryKey)

/** Without options: matches every query of the call, whatever its parameters. */
export function queryKeyOf(key: CallKey & `GET ${string}`, options?: { params?: unknown; query?: unknown }) {
  return options === undefined ? [key] : [key, options.params ?? null, options.query ?? null]
}

/** Creates the client of a session. `onServerError` is called for every 500 of any call. */
export function createQueryClient(onServerError: (failure: ApiFailure) => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiFailure && error.status === 500) onServerError(error)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The server may run on this machine, so the browser's online state is irrelevant.
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        // Where the page already shows that the server is away, asking again only delays what it says.
        retry: (count, error) => count < 2 && isAway(error) && shownFromDevice().size === 0,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
