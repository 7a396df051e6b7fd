-- Tables, columns and stored words get the names that the glossary has. Nothing is dropped but indexes, which are made
-- again.
ALTER TABLE `comps` RENAME TO `gifts`;--> statement-breakpoint
DROP INDEX `comps_user`;--> statement-breakpoint
DROP INDEX `comps_product`;--> statement-breakpoint
CREATE INDEX `gifts_user` ON `gifts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `gifts_product` ON `gifts` (`product_id`);--> statement-breakpoint
ALTER TABLE `mails` RENAME TO `emails`;--> statement-breakpoint
ALTER TABLE `emails` RENAME COLUMN `about` TO `dedupe_key`;--> statement-breakpoint
DROP INDEX `mails_about`;--> statement-breakpoint
DROP INDEX `mails_due`;--> statement-breakpoint
DROP INDEX `mails_user`;--> statement-breakpoint
CREATE UNIQUE INDEX `emails_dedupe` ON `emails` (`kind`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `emails_due` ON `emails` (`next_attempt_at`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `emails_user` ON `emails` (`user_id`,`created_at`);--> statement-breakpoint
-- What an email reports, which was read from its key. A copy of an email had the key of the original, `#` and a minute.
ALTER TABLE `emails` ADD `copy_of` text;--> statement-breakpoint
UPDATE `emails` SET `copy_of` = coalesce((
  SELECT original.`id` FROM `emails` AS original
  WHERE original.`kind` = `emails`.`kind`
    AND original.`dedupe_key` = substr(`emails`.`dedupe_key`, 1, instr(`emails`.`dedupe_key`, '#') - 1)), `id`)
WHERE `dedupe_key` LIKE '%#%';--> statement-breakpoint
UPDATE `emails` SET `facts` = CASE `kind`
  WHEN 'ending_soon' THEN json_object('of', 'end', 'at', CAST(substr(`dedupe_key`, instr(`dedupe_key`, ':') + 1) AS INTEGER))
  WHEN 'refund_failed' THEN json_object('of', 'failed_refund', 'refundId', substr(`dedupe_key`, 1, instr(`dedupe_key` || '#', '#') - 1))
  WHEN 'refunded' THEN json_set(`facts`, '$.refundId', substr(`dedupe_key`, 1, instr(`dedupe_key` || '#', '#') - 1))
  ELSE json_object('of', 'price_move', 'moveId', substr(`dedupe_key`, 1, instr(`dedupe_key`, ':') - 1)) END
WHERE `kind` IN ('ending_soon', 'refund_failed', 'refunded', 'price_change', 'price_change_canceled');--> statement-breakpoint
ALTER TABLE `notification_cursors` RENAME COLUMN `mailed_at` TO `emailed_at`;--> statement-breakpoint
-- Grants of gifts, and their history in the feed, so that no grant looks changed.
UPDATE `grants` SET `source_type` = 'gift',
  `reason` = CASE `reason` WHEN 'manual' THEN 'gift' WHEN 'comp_ended' THEN 'gift_ended'
    WHEN 'comp_taken_back' THEN 'gift_revoked' ELSE `reason` END
WHERE `source_type` = 'manual';--> statement-breakpoint
UPDATE `feed_events` SET `data` = json_set(`data`, '$.sourceType', 'gift',
  '$.reason', CASE `data` ->> '$.reason' WHEN 'manual' THEN 'gift' WHEN 'comp_ended' THEN 'gift_ended'
    WHEN 'comp_taken_back' THEN 'gift_revoked' ELSE `data` ->> '$.reason' END)
WHERE `object_id` GLOB 'grt_*' AND `data` ->> '$.sourceType' = 'manual';--> statement-breakpoint
-- Stripe events whose customer is not known yet.
DROP INDEX `events_unplaced`;--> statement-breakpoint
UPDATE `events` SET `status` = 'unmatched' WHERE `status` = 'unplaced';--> statement-breakpoint
CREATE INDEX `events_unmatched` ON `events` (`mode`,`next_attempt_at`) WHERE status = 'unmatched';--> statement-breakpoint
UPDATE `saved_filters` SET `query` = replace(`query`, 'status=unplaced', 'status=unmatched') WHERE `list` = 'events';--> statement-breakpoint
-- Paid checkouts that no webhook reported.
UPDATE `incidents` SET `kind` = 'missed_checkout', `id` = replace(`id`, 'unheard_checkout', 'missed_checkout')
WHERE `kind` = 'unheard_checkout';--> statement-breakpoint
UPDATE `cursors` SET `name` = 'missed_checkouts:' || substr(`name`, 9) WHERE `name` LIKE 'unheard:%';--> statement-breakpoint
-- The audit log, and filters of it that members saved.
UPDATE `audit_entries` SET `action` = 'gift.' || substr(`action`, 6)
WHERE `action` IN ('comp.claimed', 'comp.ended', 'comp.given', 'comp.offered');--> statement-breakpoint
UPDATE `audit_entries` SET `action` = 'email.resent', `after` = replace(`after`, '{"mail":', '{"email":')
WHERE `action` = 'mail.resent';--> statement-breakpoint
UPDATE `audit_entries` SET `action` = 'test_email.requested', `target_id` = 'email' WHERE `action` = 'test_mail.requested';--> statement-breakpoint
UPDATE `audit_entries` SET `target_id` = 'emails' WHERE `target_id` = 'mails';--> statement-breakpoint
UPDATE `audit_entries` SET `before` = replace(`before`, '"exclusiveGroup":', '"planGroup":'),
  `after` = replace(`after`, '"exclusiveGroup":', '"planGroup":')
WHERE `action` = 'product.updated' AND `after` LIKE '%"exclusiveGroup":%';--> statement-breakpoint
UPDATE `saved_filters` SET `query` = replace(replace(replace(`query`, '=comp.', '=gift.'), '=mail.resent', '=email.resent'),
  '=test_mail.requested', '=test_email.requested')
WHERE `list` = 'audit';--> statement-breakpoint
UPDATE `saved_filters` SET `query` = replace(`query`, 'who=holders', 'who=active') WHERE `list` = 'customers';--> statement-breakpoint
-- Settings, and what the shop knows of its email sender.
UPDATE `settings` SET `name` = 'emails' WHERE `name` = 'mails';--> statement-breakpoint
UPDATE `settings` SET `value` = json_remove(json_set(`value`, '$.email', json(`value` -> '$.mail')), '$.mail')
WHERE `name` = 'setup' AND `value` -> '$.mail' IS NOT NULL;--> statement-breakpoint
UPDATE `health_signals` SET `signal` = replace(`signal`, 'test_mail', 'test_email')
WHERE `signal` IN ('test_mail_sent', 'test_mail_refused');
