const nameOf = (holder: string) => `fonema.page.${holder}`

/** Held by a page for as long as it lives, however it ends. */
export function holdPageLock(holder: string): void {
  void navigator.locks?.request(nameOf(holder), () => new Promise(() => {}))
}

/** Whether the page is open in any tab. Where the browser has no locks, only a crash leaves something behind. */
export async function isPageAlive(holder: string): Promise<boolean> {
  const locks = await navigator.locks?.query()
  return locks?.held?.some(({ name }) => name === nameOf(holder)) ?? false
}
