import { Notifications } from '@mantine/notifications'
import { alertAutoCloseMs } from './alerts.ts'

/** The alerts at the edge of the screen. */
export const AlertStack = () => <Notifications position="bottom-right" autoClose={alertAutoCloseMs} limit={4} />
