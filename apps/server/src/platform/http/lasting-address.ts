/** The lasting address of each call. The same without a version is for the product's own pages. */
const lastingPrefix = /^\/api\/v1(?=\/)/

const isLasting = (url: string): boolean => lastingPrefix.test(url)

/** The address of the route that answers. */
export const withoutVersion = (url: string): string => url.replace(lastingPrefix, '/api')

/** A path of a route, as a caller of `url` sees it. */
export const pathSeenFrom = (url: string, path: string): string =>
  isLasting(url) ? path.replace(/^\/api\//, '/api/v1/') : path
