CREATE TABLE `trial_tombstones` (
	`hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rendered_markdown` (
	`hash` text PRIMARY KEY NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `customers` ADD `checkout_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `checkouts_since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `grants` ADD `mode` text DEFAULT 'test' NOT NULL;--> statement-breakpoint
-- A grant has the mode of its source.
UPDATE grants SET mode = coalesce(CASE source_type
	WHEN 'order' THEN (SELECT mode FROM orders WHERE id = source_id)
	WHEN 'subscription' THEN (SELECT mode FROM subscriptions WHERE id = source_id)
	ELSE (SELECT mode FROM comps WHERE id = source_id) END,
	(SELECT mode FROM products WHERE id = product_id), 'test');--> statement-breakpoint
ALTER TABLE `events` ADD `payload_removed_at` integer;--> statement-breakpoint
-- Deleting an account used to leave this in place of the payload.
UPDATE events SET payload = '', payload_removed_at = received_at WHERE payload = '{}';--> statement-breakpoint
CREATE INDEX `events_with_payload` ON `events` (`received_at`) WHERE payload_removed_at IS NULL;--> statement-breakpoint
-- Of several open trial checkouts of a user, only the newest stays open.
UPDATE checkouts SET status = 'expired' WHERE status = 'open' AND trial_days > 0 AND EXISTS (
	SELECT 1 FROM checkouts newer WHERE newer.user_id = checkouts.user_id AND newer.mode = checkouts.mode
		AND newer.status = 'open' AND newer.trial_days > 0 AND newer.id > checkouts.id);--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_open_trial` ON `checkouts` (`user_id`,`mode`) WHERE status = 'open' AND trial_days > 0;
