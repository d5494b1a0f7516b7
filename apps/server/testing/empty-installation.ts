import { withClient } from './database-setup.ts'

/**
 * Empties the database as before the first clinic. Shipped surveys and protocols are kept, although the truncation would remove them.
 * As a replica, so that the triggers that protect reports do not refuse it.
 */
export const emptyInstallation = ({ url }: { url: string }) =>
  withClient(url, (client) =>
    client.query(`create temporary table kept as select * from surveys where organization_id is null;
      create temporary table kept_protocols as select * from protocols where organization_id is null;
      create temporary table kept_items as select * from protocol_items where organization_id is null;
      set session_replication_role = replica;
      truncate organizations, users, credentials, sessions cascade;
      insert into surveys select * from kept;
      insert into protocols select * from kept_protocols;
      insert into protocol_items select * from kept_items`),
  )
