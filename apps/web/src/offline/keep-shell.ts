import type { ToServiceWorker } from './messages.ts'

/**
 * Keeps the application on this device, so that it opens without a network. Called once the page has loaded; without
 * service workers (plain HTTP, some private windows) nothing changes.
 */
export async function keepShell(): Promise<void> {
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  if (workers === undefined || entry === undefined) return
  try {
    // A copy of the worker in the browser's own cache would delay an update, or its removal.
    const registration = await workers.register('/service-worker.js', { updateViaCache: 'none' })
    offer(registration.waiting, entry)
    registration.addEventListener('updatefound', () => {
      const found = registration.installing
      found?.addEventListener('statechange', () => {
        if (found.state === 'installed') offer(registration.waiting, entry)
      })
    })
  } catch (error) {
    console.info('The application is not kept on this device.', error)
  }
}

function offer(waiting: ServiceWorker | null, entry: string): void {
  waiting?.postMessage({ takeOver: entry } satisfies ToServiceWorker)
}
