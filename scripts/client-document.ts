type Operation = { security?: Record<string, unknown>[] }
export type OpenApi = { paths: Record<string, Record<string, unknown>> }

/**
 * The part of the API's document that programs may call: the operations open to service accounts, at the address that
 * stays (`/api/v1`).
 */
export function programsPart<Document extends OpenApi>(document: Document): Document {
  const isOpen = (operation: unknown) =>
    (operation as Operation).security?.some((one) => 'serviceAccount' in one) === true
  const paths = Object.entries(document.paths).flatMap(([address, operations]) => {
    const open = Object.entries(operations)
      .filter(([, operation]) => isOpen(operation))
      .map(([method, operation]) => [method, { ...(operation as object), security: [{ serviceAccount: [] }] }])
    return open.length === 0 ? [] : [[address.replace(/^\/api\//, '/api/v1/'), Object.fromEntries(open)]]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}
