-- The history of each license key has what its row has, so that a lost row comes back from it: here, the newest state
-- of the keys that exist. Nothing else changes in it.
UPDATE `feed_events` SET `data` = json_set(`feed_events`.`data`,
  '$.activations', json((SELECT json_group_array(json_object('id', newest.`id`, 'fingerprint', newest.`fingerprint`,
      'label', newest.`label`,
      'createdAt', strftime('%Y-%m-%dT%H:%M:%S', newest.`created_at` / 1000, 'unixepoch')
        || printf('.%03dZ', newest.`created_at` % 1000),
      'meta', json(newest.`meta`)) ORDER BY newest.`id` DESC)
    FROM (SELECT a.* FROM `activations` a WHERE a.`license_key_id` = k.`id` ORDER BY a.`id` DESC LIMIT 100) newest)),
  '$.row', json_object('keyHash', k.`key_hash`, 'origin', k.`origin`, 'isInStock', k.`is_in_stock`,
    'activationLimit', k.`activation_limit`, 'perSeat', k.`per_seat`, 'disabledAt', k.`disabled_at`,
    'rotatedAt', k.`rotated_at`))
FROM `license_keys` k
WHERE k.`user_id` IS NOT NULL AND `feed_events`.`object_id` = k.`id`
  AND `feed_events`.`sequence` = (SELECT max(e.`sequence`) FROM `feed_events` e
    WHERE e.`object_id` = k.`id` AND e.`mode` = `feed_events`.`mode`);--> statement-breakpoint
-- Imported keys without a user had no history.
INSERT INTO `feed_events` (`mode`, `type`, `object_id`, `data`, `actor_type`, `actor_id`, `request_id`, `created_at`)
SELECT coalesce((SELECT p.`mode` FROM `product_benefits` b JOIN `products` p ON p.`id` = b.`product_id`
    WHERE b.`benefit_id` = k.`benefit_id` ORDER BY p.`mode` LIMIT 1), 'live'),
  'imported_key.updated', 'imported:' || k.`id`,
  json_set(json_object('id', k.`id`, 'customerId', NULL,
    'productId', (SELECT min(b.`product_id`) FROM `product_benefits` b WHERE b.`benefit_id` = k.`benefit_id`),
    'benefitId', k.`benefit_id`, 'grantId', k.`grant_id`, 'key', k.`key`,
    'status', CASE WHEN k.`disabled_at` IS NOT NULL THEN 'disabled'
      WHEN k.`expires_at` <= unixepoch() * 1000 THEN 'expired' ELSE 'granted' END,
    'licensee', k.`licensee`, 'quantity', 1, 'activationLimit', k.`activation_limit`,
    'activationCount', (SELECT count(*) FROM `activations` a WHERE a.`license_key_id` = k.`id`),
    'activations', json((SELECT json_group_array(json_object('id', newest.`id`, 'fingerprint', newest.`fingerprint`,
        'label', newest.`label`,
        'createdAt', strftime('%Y-%m-%dT%H:%M:%S', newest.`created_at` / 1000, 'unixepoch')
          || printf('.%03dZ', newest.`created_at` % 1000),
        'meta', json(newest.`meta`)) ORDER BY newest.`id` DESC)
      FROM (SELECT a.* FROM `activations` a WHERE a.`license_key_id` = k.`id` ORDER BY a.`id` DESC LIMIT 100) newest)),
    'uses', k.`uses`, 'usesLimit', k.`uses_limit`,
    'expiresAt', strftime('%Y-%m-%dT%H:%M:%S', k.`expires_at` / 1000, 'unixepoch')
      || printf('.%03dZ', k.`expires_at` % 1000)),
    '$.createdAt', strftime('%Y-%m-%dT%H:%M:%S', k.`created_at` / 1000, 'unixepoch')
      || printf('.%03dZ', k.`created_at` % 1000),
    '$.row', json_object('keyHash', k.`key_hash`, 'origin', k.`origin`, 'isInStock', k.`is_in_stock`,
      'activationLimit', k.`activation_limit`, 'perSeat', k.`per_seat`, 'disabledAt', k.`disabled_at`,
      'rotatedAt', k.`rotated_at`)),
  'system', 'migration', 'migration', unixepoch() * 1000
FROM `license_keys` k WHERE k.`user_id` IS NULL ORDER BY k.`id`;
