/** `takeOver`: the address of the entry script of the page that asks for it. */
export type ToServiceWorker = { takeOver: string }
