-- A checkout says which link opened it, so that several people can open one link. A link says which checkout was paid
-- only after it has expired.
ALTER TABLE `checkouts` ADD `link_id` text;--> statement-breakpoint
UPDATE `checkouts` SET `link_id` = (SELECT max(`checkout_links`.`id`) FROM `checkout_links`
  WHERE `checkout_links`.`checkout_id` = `checkouts`.`id`)
WHERE `id` IN (SELECT `checkout_id` FROM `checkout_links`);--> statement-breakpoint
UPDATE `checkout_links` SET `checkout_id` = NULL WHERE `checkout_id` IS NOT NULL;--> statement-breakpoint
DROP INDEX `checkout_links_checkout`;--> statement-breakpoint
CREATE INDEX `checkouts_link` ON `checkouts` (`link_id`) WHERE link_id IS NOT NULL;
