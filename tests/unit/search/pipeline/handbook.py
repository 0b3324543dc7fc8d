"""What the two files of the small folder say."""

POLICY = "Our policy on remote work: two days a week, agreed with your manager."
GARDEN = "The garden needs water. Apples and pears grow behind the house."
